import { expect, test } from 'vitest'
import { isSameIssuer } from './is-same-issuer.js'

test.each([
  ['https://as.example', 'https://as.example', true],
  ['https://as.example', 'https://as.example/', true],
  ['https://as.example:8443', 'https://as.example:8443/', true],
  ['http://127.0.0.1:9', 'http://127.0.0.1:9/', true],
  ['https://as.example', 'https://as.example//', false],
  ['https://as.example/', 'https://as.example//', false],
  ['https://as.example/a', 'https://as.example/a/', false],
  ['https://as.example', 'https://AS.example', false],
  ['https://as.example', 'https://as.example:443', false],
  ['https://as.example', 'http://as.example', false],
  ['https://as.example', 'https://as.example.', false],
  ['', '/', false],
])('%s and %s: %s', (one, other, expected) => {
  expect([isSameIssuer(one, other), isSameIssuer(other, one)]).toEqual([expected, expected])
})
