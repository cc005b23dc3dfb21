/** `1 row`, `1,240 rows`: a count with what it is of. `many` is for words whose plural takes no `s`. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`
