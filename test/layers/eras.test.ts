import { expect, test } from 'vitest'
import { isTest, sourceFiles } from '../support/source-files.js'
import { importsOf } from './imports-of.js'

const library = 'packages/omniport/src/'
const imports = sourceFiles()
  .filter(({ path }) => path.startsWith(library) && !isTest(path))
  .flatMap(importsOf)

/** Each folder of an era, and the files outside that import from it. A list may only become shorter. */
test.each([
  ['protocol/legacy', ['protocol/codec/codec-of.ts', 'protocol/codec/decode-result.ts']],
  [
    'protocol/modern',
    ['protocol/codec/codec-of.ts', 'protocol/codec/decode-result.ts', 'protocol/codec/encode-request.ts'],
  ],
  ['transport/http/legacy', ['transport/http/http-core.ts']],
  ['transport/http/modern', ['transport/http/http-core.ts']],
  ['client/http/legacy', ['client/http/http-client-transport.ts']],
  ['client/http/modern', ['client/http/http-client-transport.ts']],
])('%s is reached from %j', (era, expected) => {
  const folder = `${library}${era}/`
  const inward = imports.filter(({ from, path }) => path?.startsWith(folder) && !from.startsWith(folder))
  expect([...new Set(inward.map(({ from }) => from.slice(library.length)))].sort()).toEqual(expected)
})
