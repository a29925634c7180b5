import { expect, test } from 'vitest'
import { CliError } from './cli-error.js'

test('a failure has its code, its message and its cause', () => {
  const cause = new Error('of the system')
  expect(new CliError('usage', 'give a name', { cause })).toMatchObject({
    ...{ name: 'CliError', code: 'usage', message: 'give a name', cause },
  })
  expect(String(new CliError('tool', 'failed'))).toBe('CliError: failed')
})
