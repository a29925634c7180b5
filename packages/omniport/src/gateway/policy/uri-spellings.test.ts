import { expect, test } from 'vitest'
import { uriSpellings } from './uri-spellings.js'

test.each<[string, ...string[]]>([
  ['notes:a'],
  ['notes:a//b/?x=/../y#/../z'],
  ['notes:a...b/..c/d..'],
  ['no uri'],
  ['notes:'],
  ['notes:%2F'],
  ['repo://owner%2Fname/a'],
  ['NOTES:%61', 'notes:a'],
  ['notes:%2f', 'notes:%2F'],
  ['notes:public/../secret', 'notes:secret'],
  ['notes:public/%2e%2E/secret?x', 'notes:secret?x'],
  ['notes:public/.\t./secret', 'notes:secret'],
  ['notes:public/./a', 'notes:public/a'],
  ['notes:public/..', 'notes:'],
  ['notes:a/b/..#x', 'notes:a/#x'],
  ['notes:../../secret', 'notes:secret'],
  ['notes:/public/../secret', 'notes:/secret'],
  ['notes://h/pub/../x', 'notes://h/x'],
  ['notes:public/..%2fsecret', 'notes:public/..%2Fsecret', 'notes:secret'],
  ['notes:public%2F..%2Fsecret', 'notes:secret'],
  ['notes:public\\..\\secret', 'notes:secret'],
  ['notes://h/pub/%2e.%5cx', 'notes://h/pub/..%5Cx', 'notes://h/x'],
  ['notes://h\\..\\x', 'notes://h/x'],
  ['notes://no host/pub/../x', 'notes://no host/x'],
  ['file:///pub/..%2fetc', 'file:///pub/..%2Fetc', 'file:///etc'],
  ['file:///pub//../etc', 'file:///pub/etc', 'file:///etc'],
  ['file:\\\\\\pub\\..\\etc', 'file:///etc'],
  ['notes:a/%252e%252e/b'],
])('what servers may take a URI for: %j', (...uris) => {
  expect(uriSpellings(uris[0])).toEqual(uris)
})

test('many segments take no more than one step each', () => {
  const uri = `x:${'a/../'.repeat(200_000)}`
  expect(uriSpellings(uri)).toEqual([uri, 'x:'])
})
