// NSC, node-simplecrawler issue 298: a page counts as done while it is still being unzipped, and
// the links in it are not known yet. If the next look at the queue comes first, all seems done.
// needs simplecrawler@0.7.0
const http = require('http');
const zlib = require('zlib');
const Crawler = require('simplecrawler');

const pages = {
	'/': '<a href="/news">News</a>',
	'/news': 'Nothing new.',
};
const asked = [];
const server = http.createServer((request, answer) => {
	asked.push(request.url);
	answer.writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' });
	answer.end(zlib.gzipSync(pages[request.url]));
});

server.listen(0, '127.0.0.1', () => {
	const crawler = new Crawler('127.0.0.1', '/', server.address().port, 500);
	crawler.discoverRegex = [/href="([^"]*)"/g];
	crawler.on('complete', () => {
		if (!asked.includes('/news')) {
			console.log('failed: complete after ' + asked);
			process.exit(1);
		}
		process.exit(0);
	});
	crawler.start();
});
