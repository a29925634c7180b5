import { readFile, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { expect, test } from 'vitest'
import { renderCrossing } from './table.js'

const document = new URL('../../docs/crossing.md', import.meta.url)
const block = /(?<=<!-- crossing -->\n).*(?=<!-- \/crossing -->)/s

test('the document has the table as it is; UPDATE=1 writes it', async () => {
  const text = await readFile(document, 'utf8')
  const updated = text.replace(block, () => `\n${renderCrossing()}\n`)
  if (process.env['UPDATE'] === '1') await writeFile(document, updated)
  expect(await readFile(document, 'utf8')).toBe(updated)
})
