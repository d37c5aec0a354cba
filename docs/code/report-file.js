const { data } = await api(`/analytics-reports/${report}`);
const file = await fetch(data.attributes['download-url']);
const lines = file.body.pipeThrough(new DecompressionStream('gzip')).pipeThrough(new TextDecoderStream());
for await (const some of lines) console.log(some);
