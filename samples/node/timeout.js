// bluebird issue 1417: a promise is kept in time, but what comes of it waits for the next
// turn of the loop, and the timeout of the same turn goes first.
// needs bluebird@3.5.1
const Bluebird = require('bluebird');

new Bluebird((resolve) => setTimeout(resolve, 20)).timeout(45).then(
	() => process.exit(0),
	(error) => {
		console.log('failed: ' + error.message);
		process.exit(1);
	});
