// ARC, node-archiver pull request 388: of those that look for files and the one that packs them,
// the last one has to finish the archive. One that finds no file does not.
// needs archiver@3.0.0
const stream = require('stream');
const archiver = require('archiver');

const archive = archiver('zip');
let finished = false;
archive.on('end', () => finished = true);
archive.on('warning', () => {});
archive.pipe(new stream.PassThrough().resume());
archive.file(__filename, { name: 'here' });
archive.file(__filename + '.old', { name: 'gone' });
archive.finalize();

process.on('exit', () => {
	if (!finished) {
		console.log('failed: nobody finishes the archive');
		process.exitCode = 1;
	}
});
