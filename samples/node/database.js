// NEDB1, nedb's test of an index that is asked for before the data are loaded: the note of the
// index waits for nothing, and gets into the last line of a file that is written meanwhile.
// needs nedb@1.8.0
const fs = require('fs');
const os = require('os');
const path = require('path');
const Datastore = require('nedb');

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'database-'));
const backup = path.join(work, 'backup');
const filename = path.join(work, 'people');
fs.writeFileSync(backup, ['Ann', 'Ben', 'Cleo'].map((name, n) => JSON.stringify({ _id: String(n), name })).join('\n'));
fs.writeFileSync(filename, '');

function end(status) {
	fs.rmSync(work, { recursive: true });
	process.exit(status);
}

const people = new Datastore({ filename });
people.ensureIndex({ fieldName: 'name' });
fs.readFile(backup, (_, data) => fs.writeFile(filename, data, () => people.loadDatabase((error) => {
	if (error || people.getAllData().length !== 3) {
		console.log('failed: ' + (error ? error.message : people.getAllData().length + ' of 3'));
		end(1);
	}
	end(0);
})));
