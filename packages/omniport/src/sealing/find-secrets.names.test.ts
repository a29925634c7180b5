import { describe, expect, test } from 'vitest'
import { findSecrets } from './find-secrets.js'

const value = 'abcdef-123456'
const inEnv = (name: string) => findSecrets({ env: { [name]: value } })

describe('a name that suggests a secret', () => {
  test.each([
    ...['API_KEY', 'Token', 'CLIENT_SECRET', 'PASSPHRASE', 'PGPWD', 'GITHUB_PAT', 'CREDENTIALS', 'AUTH'],
    ...['COOKIE', 'SESSION_ID', 'BEARER', 'PRIVATE', 'SIGNATURE', 'SENTRY_DSN', 'HTTP_HEADER'],
  ])('%s', (name) => {
    expect(inEnv(name)).toEqual([value])
  })

  test.each(['PATH', 'PATTERN', 'USER', 'HOST', 'LANG'])('is not %s', (name) => {
    expect(inEnv(name)).toEqual([])
  })
})

describe('an argument', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['after its name with one dash', ['-token', value], [value]],
    ['after its name with two', ['--api-key', value], [value]],
    ['after what only contains a name is none', ['token', value], []],
    ['after what only ends like a name is none', ['x-token', value], []],
    ['after a name that is one letter and no secret is none', ['-t', value], []],
    ['with its name and a value after it', ['--token', `--key=${value}`], [value]],
    ['with a name that ends so', [`--github-pat=${value}`], [value]],
    ['with what only ends like its name', [`x--token=${value}`], []],
    ['before its name is none', [value, '--token'], []],
    ['after a name with a value is none', ['--token=x', value], []],
    ['with its name and one dash', [`-token=${value}`], [value]],
    ['with its name in several lines', [`--token=${value}\n${value}`], [`${value}\n${value}`]],
    ['with another name', [`--name=${value}`], []],
    ['with another name that is an address', ['--url=https://me:pass-1234@a.example'], ['pass-1234']],
    ['without dashes', [`token=${value}`], []],
    ['in several lines after its name', ['--token', `a-line-1\n${value}`], [`a-line-1\n${value}`]],
  ])('%s', (_name, args, expected) => {
    expect(findSecrets({ args })).toEqual(expected)
  })

  test('and a variable are told one after the other', () => {
    expect(findSecrets({ args: ['--token', 'in-args'], env: { TOKEN: 'in-env' } })).toEqual(['in-env', 'in-args'])
  })
})

describe('an address', () => {
  test.each<[string, string, readonly string[]]>([
    ['with a password and no name', 'redis://:pass-1234@host', ['pass-1234']],
    ['with a name and no password', 'https://me@host/x', []],
    ['with a port', 'https://host:12345678/x', []],
    ['with a password that ends at the host', 'https://me:pass-1234@host/me:other-123@x', ['pass-1234']],
    ['with a slash in its password', 'x://me:pass/12345@host', []],
    ['with spaces', 'a ://m e:pass-1234@host', []],
    ['with a question mark in its password', 'x://me:pa?ss-1234@host', ['pa?ss-1234']],
    ['with a fragment in its name', 'x://m#e:pass-1234@host', ['pass-1234']],
    ['with an @ in its password', 'x://me:a@pass-1234@host', ['a@pass-1234']],
    ['with a space in its password', 'x://me:pass 1234@host', []],
    ['with what looks like a member in its path', 'https://host/x/token=tok-1234', []],
    ['with a member that has = in its value', 'https://host/x?token=tok=1234', ['tok=1234']],
    ['with a member that ends at a space', 'https://host/x?token=tok-1234 and more', ['tok-1234']],
    ['with a space in the name of a member', 'https://host/x?to ken=tok-1234', []],
    ['with several members', 'https://host/x?a=1&token=tok-1234&b=2&key=key-1234#sig', ['tok-1234', 'key-1234']],
    ['with a member twice', 'https://host/x?token=tok-1234&token=tok-1234', ['tok-1234']],
    ['with a member that ends at the fragment', 'https://host/x?token=tok-1234#page', ['tok-1234']],
    ['with a member without a value', 'https://host/x?token=&page=12345678', []],
  ])('%s', (_name, address, expected) => {
    expect(findSecrets({ env: { ADDRESS: address } })).toEqual(expected)
  })
})

test('values that are too short to be hidden are left out', () => {
  expect(findSecrets({ args: ['--token', 'x'], env: { KEY: '' } })).toEqual([])
})
