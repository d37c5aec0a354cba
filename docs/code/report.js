const trends = await api(`/tracks/${track}/trends?filter[dsp]=1&page[size]=1`);
const day = trends.data[0].attributes.date;
const report = (
  await api('/analytics-reports', 'POST', {
    data: { type: 'analytics-reports', attributes: { 'dsp-id': 1, date: day } },
  })
).data.id;
console.log(`report ${report} of ${day}`);
