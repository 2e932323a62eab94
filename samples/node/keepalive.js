// AKA, agentkeepalive issue 23: a connection that was idle for too long is destroyed, and
// stays in the list of free ones until its close has come. A request meanwhile is given it.
// needs agentkeepalive@2.0.0
const http = require('http');
const Agent = require('agentkeepalive');

const agent = new Agent({ keepAlive: true, keepAliveTimeout: 40 });
const server = http.createServer((request, answer) => answer.end('ok'));

function ask(next) {
	const request = http.get({ port: server.address().port, agent }, (answer) => {
		answer.resume();
		answer.on('end', next);
	});
	request.on('error', (error) => {
		console.log('failed: ' + error.message);
		process.exit(1);
	});
}

server.listen(0, () => ask(() => setTimeout(ask, 70, () => process.exit(0))));
