// NES, nes issue 142: the timer that connects again stays where the program disconnects in the
// meantime. If it has connected anew when the timer fires, it is connected twice.
// needs nes@6.2.1 ws@1.1.5
const fs = require('fs');
const { Client } = require('nes');
const WebSocket = require('ws');

let connections = 0;
const server = new WebSocket.Server({ host: '127.0.0.1', port: 0 }, () => {
	const client = new Client('ws://127.0.0.1:' + server._server.address().port);
	client.connect({ delay: 100 }, () => {
		// Other settings need another connection.
		fs.readFile(__filename, () => client.disconnect(() => setImmediate(again)));
		const again = () => client.connect({ delay: 100 }, () => setTimeout(() => process.exit(0), 200));
	});
});
server.on('connection', (socket) => {
	if (++connections > 2) {
		console.log('failed: connected twice');
		process.exit(1);
	}
	socket.on('message', (text) => socket.send(JSON.stringify({ type: 'hello', id: JSON.parse(text).id, socket: connections }), () => {}));
	// Who says nothing has to go.
	if (connections === 1)
		setTimeout(() => socket.close(), 400);
});
