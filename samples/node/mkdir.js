// MKD, mkdirp pull request 92: mkdir says that the folder is there, somebody removes it, and
// stat does not find it: mkdirp fails, though it could have made the folder.
// needs mkdirp@0.5.1
const fs = require('fs');
const os = require('os');
const path = require('path');
const mkdirp = require('mkdirp');

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'mkdir-'));
const cache = path.join(work, 'cache');
fs.mkdirSync(cache);

function end(status) {
	fs.rmSync(work, { recursive: true });
	process.exit(status);
}

let left = 2;
function done() {
	if (--left === 0)
		end(0);
}

mkdirp(cache, (error) => {
	if (error) {
		console.log('failed: ' + error.message);
		end(1);
	}
	done();
});
// Who cleans up looks first whether the folder is old and empty.
fs.stat(cache, () => fs.readdir(cache, () => fs.lstat(cache, () => fs.rmdir(cache, done))));
