// LVS, live-server pull request 262: a page that changes after it was sent, and before its
// script has connected, stays as it was: the change is told to nobody.
// needs live-server@1.2.1 faye-websocket@0.11.4
// with colors@1.4.0 cors@2.8.5 object-assign@4.1.1 opn@6.0.0 proxy-middleware@0.15.0 send@1.2.0
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');
const live = require('live-server');
const WebSocket = require('faye-websocket');

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'reload-'));
const page = path.join(root, 'page.txt');
fs.writeFileSync(page, 'old');

function end(status) {
	fs.rmSync(root, { recursive: true });
	process.exit(status);
}

const server = live.start({ root, host: '127.0.0.1', port: 0, open: false, logLevel: 0, wait: 0 });
let socket;

// What a browser does: it gets the page, and its script connects and waits for a change.
function show(next) {
	http.get({ port: server.address().port, path: '/page.txt' }, (answer) => {
		let text = '';
		answer.on('data', (data) => text += data);
		answer.on('end', () => text === 'new' ? end(0) : next());
	});
}
function listen() {
	socket = new WebSocket.Client('ws://127.0.0.1:' + server.address().port + '/page.txt/ws');
	socket.on('message', (message) => message.data === 'reload' && show(() => {}));
}
server.on('listening', () => {
	show(listen);
	setTimeout(() => fs.writeFile(page, 'new', () => setTimeout(() => {
		console.log('failed: the page is old');
		end(1);
	}, 2000)), 350);
});
