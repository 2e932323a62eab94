// express issue 3536: how one answer is written is a setting of the whole application, which
// another request may find as it was meant for this one.
// needs express@4.16.3
const fs = require('fs');
const http = require('http');
const express = require('express');

const app = express();
app.get('/users', (request, answer) => {
	if (request.query.pretty)
		app.set('json spaces', 2);
	fs.readFile(__filename, () => {
		answer.json({ name: 'Ann' });
		app.set('json spaces', 0);
	});
});

let left = 2;
const server = app.listen(0, () => {
	const ask = (url, lines) => http.get({ port: server.address().port, path: url }, (answer) => {
		let text = '';
		answer.on('data', (data) => text += data);
		answer.on('end', () => {
			if (text.split('\n').length !== lines) {
				console.log('failed: ' + JSON.stringify(text));
				process.exit(1);
			}
			if (--left === 0)
				process.exit(0);
		});
	});
	ask('/users', 1);
	setTimeout(ask, 150, '/users?pretty=1', 3);
});
