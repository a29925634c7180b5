import { expect, test } from 'vitest'
import { mimeTypeOf } from './mime-type-of.js'

test.each([
  ['SKILL.md', 'text/markdown'],
  ['a.txt', 'text/plain'],
  ['a.csv', 'text/csv'],
  ['a.html', 'text/html'],
  ['a.css', 'text/css'],
  ['a.js', 'text/javascript'],
  ['a.mjs', 'text/javascript'],
  ['a.ts', 'text/x-typescript'],
  ['a.py', 'text/x-python'],
  ['a.sh', 'text/x-shellscript'],
  ['a.json', 'application/json'],
  ['a.yaml', 'application/yaml'],
  ['a.yml', 'application/yaml'],
  ['a.toml', 'application/toml'],
  ['a.xml', 'application/xml'],
  ['a.pdf', 'application/pdf'],
  ['a.zip', 'application/zip'],
  ['a.svg', 'image/svg+xml'],
  ['a.png', 'image/png'],
  ['a.jpg', 'image/jpeg'],
  ['a.jpeg', 'image/jpeg'],
  ['a.gif', 'image/gif'],
  ['a.webp', 'image/webp'],
])('%s is %s', (path, type) => {
  expect(mimeTypeOf(path)).toBe(type)
})

test.each([
  ['folder.d/a.b/README.MD', 'text/markdown'],
  ['archive.json.zip', 'application/zip'],
  ['.md', 'text/markdown'],
])('%s is told by its last ending, whatever its case: %s', (path, type) => {
  expect(mimeTypeOf(path)).toBe(type)
})

test.each(['Makefile', 'folder.md/file', 'a.', 'a.md.', 'md', 'a.unknown', 'a.mdx', ''])(
  '%s may be anything',
  (path) => {
    expect(mimeTypeOf(path)).toBe('application/octet-stream')
  },
)
