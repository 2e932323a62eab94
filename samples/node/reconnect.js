// SIOC, socket.io issue 3358: a second room that is asked for after the first attempt to connect
// has failed, and before the next one, takes away the timer of that. Nothing is tried again.
// needs socket.io-client@2.1.1
const fs = require('fs');
const http = require('http');
const connect = require('socket.io-client');

// It is still busy with its start, and says so.
const server = http.createServer((request, answer) => setTimeout(() => {
	server.close();
	answer.writeHead(503, { Connection: 'close' });
	answer.end();
}, 150));

let tried = false;
server.listen(0, '127.0.0.1', () => {
	const base = 'http://127.0.0.1:' + server.address().port;
	const options = { transports: ['polling'], reconnectionDelay: 400, randomizationFactor: 0 };
	connect(base + '/chat', options).on('reconnect_attempt', () => {
		tried = true;
		process.exit(0);
	});
	fs.readFile(__filename, () => connect(base + '/news', options));
});
process.on('exit', () => {
	if (!tried) {
		console.log('failed: nothing is left that tries again');
		process.exitCode = 1;
	}
});
