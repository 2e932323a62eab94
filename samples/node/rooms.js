// SIO, socket.io issue 1862: who leaves one room closes the connection, unless somebody is in
// another one. That somebody is just about to enter it does not count.
// needs socket.io@1.3.7 socket.io-client@1.3.7
// with has-cors@1.1.0 xmlhttprequest@npm:xmlhttprequest-ssl@1.5.1
const http = require('http');
const connect = require('socket.io-client');

const server = http.createServer();
const rooms = require('socket.io')(server);
rooms.of('/chat');
rooms.of('/news');

server.listen(0, '127.0.0.1', () => {
	const base = 'http://127.0.0.1:' + server.address().port;
	const chat = connect(base + '/chat', { transports: ['websocket'] });
	chat.on('connect', () => {
		const news = connect(base + '/news', { transports: ['websocket'] });
		news.on('connect', () => process.exit(0));
		chat.io.on('close', () => {
			console.log('failed: no connection for the news');
			process.exit(1);
		});
		setTimeout(() => chat.disconnect(), 250);
	});
});
