import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, test } from 'vitest'
import { newFolder } from '#test/file-store/support/folders.js'
import { openSecret } from './open-secret.js'
import { StoreUnavailable } from './store-unavailable.js'

const secret = 'aB3-_'.padEnd(43, 'x')

/** A file with a text. */
function fileWith(text: string): string {
  const path = join(newFolder(), 'secret')
  writeFileSync(path, text, { mode: 0o600 })
  return path
}

describe('a secret', () => {
  test('is created, for its user only, and read from then on', async () => {
    const path = join(newFolder(), 'secret')
    const created = await openSecret(path)
    expect(created).toMatch(/^[\w-]{43}$/)
    expect(readFileSync(path, 'utf8')).toBe(`${created}\n`)
    expect(await openSecret(path)).toBe(created)
    expect(process.platform === 'win32' ? 0o600 : statSync(path).mode & 0o777).toBe(0o600)
    expect(await openSecret(join(newFolder(), 'secret'))).not.toBe(created)
  })

  test.each([secret, `${secret}\n`, ` ${secret} \r\n`, `${secret}${' '.repeat(1_024 - 43)}`])(
    'is read from its file: %j',
    async (text) => {
      expect(await openSecret(fileWith(text))).toBe(secret)
    },
  )

  test.each(['', secret.slice(1), `${secret}x`, `${secret.slice(1)}!`, `${secret}${' '.repeat(1_024 - 42)}`])(
    'is not read from a file that is damaged: %j',
    async (text) => {
      const path = fileWith(text)
      await expect(openSecret(path)).rejects.toMatchObject({
        code: 'invalid_config',
        message: `${path} is damaged: restore it, or remove it to have a new secret`,
      })
      expect(readFileSync(path, 'utf8')).toBe(text)
    },
  )

  test('is in a file, and says what is in its place', async () => {
    const path = join(newFolder(), 'secret')
    mkdirSync(path)
    await expect(openSecret(path)).rejects.toMatchObject({
      code: 'invalid_config',
      message: expect.stringContaining(`${path}: it is `),
    })
  })
})

test('a store that is not available tells peers to try again, and nothing else', () => {
  const cause = new Error('secret')
  expect(new StoreUnavailable(cause)).toMatchObject({
    ...{ name: 'StoreUnavailable', code: -32603, data: { retryAfterSeconds: 1, reason: 'store' } },
    message: 'The store of this service is not available; try again',
    cause,
  })
})
