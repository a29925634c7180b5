/** The JSON pointer of a member of the value that `path` points to. */
export function appendPointer(path: string, key: string | number): string {
  return `${path}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}
