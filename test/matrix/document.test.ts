import { readFile, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { expect, test } from 'vitest'
import { cells } from './cells.js'
import { renderMatrix, wellText } from './render-matrix.js'

const document = new URL('../../docs/interoperability.md', import.meta.url)
const block = /(?<=<!-- matrix -->\n).*(?=<!-- \/matrix -->)/s

test('the document has the matrix as it is; UPDATE=1 writes it', async () => {
  const text = await readFile(document, 'utf8')
  const updated = text.replace(block, () => `\n${renderMatrix(cells, wellText)}\n`)
  if (process.env['UPDATE'] === '1') await writeFile(document, updated)
  expect(await readFile(document, 'utf8')).toBe(updated)
})
