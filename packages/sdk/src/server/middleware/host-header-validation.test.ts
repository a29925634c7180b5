import type { Request, Response } from 'express'
import { expect, test } from 'vitest'
import { hostHeaderValidation, localhostHostValidation } from './hostHeaderValidation.js'

function run(handler: ReturnType<typeof hostHeaderValidation>, host: string | undefined): unknown {
  let outcome: unknown = 'nothing'
  const response = {
    status: (status: number) => ({
      json: (body: unknown) => {
        outcome = { status, body }
      },
    }),
  }
  const next = () => {
    outcome = 'next'
  }
  void handler({ headers: { host } } as Request, response as unknown as Response, next)
  return outcome
}

const refused = (message: string) => ({
  status: 403,
  body: { jsonrpc: '2.0', error: { code: -32000, message }, id: null },
})

test.each<[string | undefined, unknown]>([
  ['a.example', 'next'],
  ['A.example:8080', 'next'],
  ['b.example', refused('Invalid Host: b.example')],
  ['a.example.evil', refused('Invalid Host: a.example.evil')],
  ['a b', refused('Invalid Host header: a b')],
  ['', refused('Missing Host header')],
  [undefined, refused('Missing Host header')],
])('the host %s: %j', (host, outcome) => {
  expect(run(hostHeaderValidation(['a.example']), host)).toEqual(outcome)
})

test.each(['localhost', 'localhost:3000', '127.0.0.1', '127.0.0.1:1', '[::1]', '[::1]:80'])(
  '%s is this computer',
  (host) => {
    expect(run(localhostHostValidation(), host)).toBe('next')
  },
)

test('127.0.0.2 is not', () => {
  expect(run(localhostHostValidation(), '127.0.0.2')).toEqual(refused('Invalid Host: 127.0.0.2'))
})
