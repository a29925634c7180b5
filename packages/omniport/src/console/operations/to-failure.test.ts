import { describe, expect, test } from 'vitest'
import { adviceFor } from './to-failure.js'

describe('advice for a server that cannot be reached', () => {
  test.each([
    ['a program', 'stdio', 'Check that the command is installed, and run it by itself'],
    ['an address', 'http', 'Check that the address is right'],
    ['neither is known', undefined, 'Check that the command is installed, or that the address is right'],
  ] as const)('%s', (_name, transport, advice) => {
    expect(adviceFor('unreachable', transport).advice?.[0]).toMatch(new RegExp(`^${advice}`))
  })

  test('other errors have their own, and some have none', () => {
    expect(adviceFor('limit', 'http').advice).toEqual(['A bound of this program was reached; the message names it.'])
    expect(adviceFor('nothing', 'stdio')).toEqual({})
  })
})
