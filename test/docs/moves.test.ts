import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../support/root.js'
import { codeBlocks, readDocument } from './code-blocks.js'

test.each([
  ['docs/from-fastmcp.md', 'comparison/moves/fastmcp.mjs'],
  ['docs/from-mcp-lite.md', 'comparison/moves/mcp-lite.mjs'],
])('%s shows the program that was run: %s', (page, file) => {
  const [there] = codeBlocks(readDocument(page)).filter(({ language }) => language === 'js')
  expect(there?.text).toBe(readFileSync(`${root}/${file}`, 'utf8'))
})
