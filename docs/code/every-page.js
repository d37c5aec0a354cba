let next = '/tracks?page[size]=3&fields[tracks]=title';
while (next) {
  const page = await api(next.replace(address, ''));
  for (const { attributes } of page.data) console.log(attributes.title);
  next = page.links.next;
}
