// GPT, get-port issue 23: a port is free when get-port says so, and that is all it says.
// Who is slow to use it meets another one there.
// needs get-port@4.0.0
const fs = require('fs');
const net = require('net');
const getPort = require('get-port');

const wanted = 20000 + process.pid % 20000;
let left = 2;

function serve(port, next) {
	const server = net.createServer();
	server.on('error', (error) => {
		console.log('failed: ' + error.message);
		process.exit(1);
	});
	server.listen(port, () => {
		if (next)
			next();
		if (--left === 0)
			process.exit(0);
	});
}

// The first service reads its settings; the second one is asked for by somebody who looks
// at a few files before.
getPort({ port: wanted }).then((port) => fs.stat('/', () => serve(port)));
function later(n) {
	if (n > 0)
		return fs.readFile('/etc/hostname', () => later(n - 1));
	getPort({ port: wanted }).then(serve);
}
later(3);
