import { expect, test } from 'vitest'
import { isPublicUrl } from './server-card-endpoint.js'

test.each<[unknown]>([
  ['https://a.example/mcp'],
  ['HTTPS://a.example'],
  ['http://localhost:3000/mcp'],
  ['HTTP://127.0.0.1'],
  ['http://[::1]:80/?a#b'],
])('%s may be told to all', (url) => {
  expect(isPublicUrl(url)).toBe(true)
})

test.each<[unknown]>([
  ['http://a.example/mcp'],
  ['http://localhost.a.example'],
  ['http://a.example/localhost'],
  ['http://?localhost'],
  ['http:///localhost'],
  ['https://'],
  ['https:// a.example'],
  ['https:a.example'],
  ['xhttps://a.example'],
  ['ftp://localhost'],
  ['/mcp'],
  [''],
  [undefined],
  [null],
  [5],
  [['https://a.example']],
])('%j may not', (url) => {
  expect(isPublicUrl(url)).toBe(false)
})
