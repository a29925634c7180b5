/** The JSON pointer of a member of the value that `path` points to. */
export function appendPointer(path: string, key: string | number): string {
  return `${path}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** The keys that a JSON pointer leads through. */
export function pointerKeys(pointer: string): readonly string[] {
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}
