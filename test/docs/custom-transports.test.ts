import { expect, test } from 'vitest'
import { verifies } from '../requirements/verifies.js'
import { readDocument } from './code-blocks.js'

test('the document about custom transports says how one is established, framed and cancelled', () => {
  verifies('STDIO-21')
  const [, ...sections] = readDocument('docs/custom-transports.md').split(/^## /m)
  const titles = sections.map((section) => section.slice(0, section.indexOf('\n')))
  expect(titles).toEqual(['Establishment', 'Framing', 'Cancellation', 'Testing a transport'])
  const named = [
    /`connect` or `serveStream`/,
    /one message per line/,
    /`notifications\/cancelled`/,
    /`transportContract`/,
  ]
  expect(sections.filter((section, index) => !named[index]?.test(section))).toEqual([])
})
