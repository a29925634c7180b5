import { readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { expect, test } from 'vitest'
import { root } from '../support/root.js'
import { evidence } from './evidence.js'
import { renderDocument } from './render-document.js'

const file = `${root}/docs/requirements.md`

test('docs/requirements.md says what the manifest and the tests say: npm run requirements rewrites it', () => {
  const text = renderDocument(evidence())
  if (process.env['UPDATE'] === '1') writeFileSync(file, text)
  expect(readFileSync(file, 'utf8')).toBe(text)
})
