import { describe, expect, test } from 'vitest'
import { readServerCard } from './read-server-card.js'
import { serverCardMimeType, serverCardSchema, serverCardUrl } from './server-card.js'

const least = { $schema: serverCardSchema, name: 'com.example/weather', version: '1.0.0', description: 'Weather' }
const url = 'https://a.example/mcp'

const src = 'https://a.example/a.png'

const input = {
  description: 'The key',
  isRequired: true,
  isSecret: false,
  format: 'string',
  default: 'd',
  placeholder: 'p',
  value: '{v}',
  choices: ['a', ''],
}

const whole = {
  ...least,
  title: 'W',
  websiteUrl: 'https://a.example/',
  repository: { url: 'https://b.example/r', source: 'github', subfolder: 'packages/a', id: '5' },
  icons: [{ src }, { src, mimeType: 'image/png', sizes: ['any'], theme: 'dark' }],
  remotes: [
    {
      type: 'streamable-http',
      url,
      headers: [{ ...input, name: 'X-Key', variables: { v: input } }],
      variables: { region: { choices: [] } },
      supportedProtocolVersions: ['2025-11-25'],
    },
  ],
  _meta: { 'a/b': [1] },
}

function read(more: object): unknown {
  return readServerCard('card', { ...least, ...more })
}

describe('a card', () => {
  test('with the least', () => {
    expect(readServerCard('card', least)).toEqual(least)
  })

  test('with everything', () => {
    const card = readServerCard('card', whole)
    expect(card).toEqual(whole)
    expect(card).not.toBe(whole)
    expect(card._meta).not.toBe(whole._meta)
  })

  test('members that are not known are left out, wherever they are', () => {
    const more = {
      other: 1,
      icons: [{ src, other: 1 }],
      remotes: [{ type: 'sse', url, other: 1, variables: { a: { other: 1 } } }],
    }
    expect(read(more)).toEqual({
      ...least,
      icons: [{ src }],
      remotes: [{ type: 'sse', url, variables: { a: {} } }],
    })
  })

  test('what is undefined is left out', () => {
    expect(Object.keys(read({ title: undefined, remotes: undefined }) as object)).toEqual(Object.keys(least))
  })

  test('what a prototype has is not there', () => {
    expect(() => readServerCard('card', Object.create(least))).toThrow(TypeError)
  })
})

describe('members that must be there', () => {
  test.each([
    ['$schema', `"${serverCardSchema}"`],
    ['name', 'a string of 3 to 200 characters'],
    ['version', 'a string of 1 to 255 characters'],
    ['description', 'a string of 1 to 100 characters'],
  ])('%s of the card', (name, what) => {
    expect(() => read({ [name]: undefined })).toThrow(new TypeError(`card.${name} must be ${what}, got undefined`))
  })

  test.each([
    [{ remotes: [{ url }] }, 'card.remotes[0].type must be "streamable-http" or "sse", got undefined'],
    [{ remotes: [{ type: 'sse' }] }, 'card.remotes[0].url must be a string of 1 to 2048 characters, got undefined'],
    [{ repository: { source: 'x' } }, 'card.repository.url must be an http: or https: URL, got undefined'],
    [{ repository: { url } }, 'card.repository.source must be a string of 1 to 256 characters, got undefined'],
    [
      { remotes: [{ type: 'sse', url, headers: [{}] }] },
      'card.remotes[0].headers[0].name must be a string of 1 to 256 characters, got undefined',
    ],
  ])('%j', (more, message) => {
    expect(() => read(more)).toThrow(new TypeError(message))
  })
})

describe('what is refused', () => {
  const remote = (more: object) => ({ remotes: [{ type: 'sse', url, ...more }] })
  const variable = (more: object) => remote({ variables: { v: more } })
  const named = 'a name such as "com.example/weather"'
  test.each<[object, string]>([
    [{ $schema: 'x' }, `$schema must be "${serverCardSchema}", got "x"`],
    [{ name: 'weather' }, `name must be ${named}, got "weather"`],
    [{ name: 'a/b/c' }, `name must be ${named}, got "a/b/c"`],
    [{ name: ' a/b' }, `name must be ${named}, got " a/b"`],
    [{ name: 'a/b ' }, `name must be ${named}, got "a/b "`],
    [{ name: 'a_b/c' }, `name must be ${named}, got "a_b/c"`],
    [{ name: '/b' }, 'name must be a string of 3 to 200 characters, got "/b"'],
    [{ version: '' }, 'version must be a string of 1 to 255 characters, got ""'],
    [{ description: '' }, 'description must be a string of 1 to 100 characters, got ""'],
    [{ title: 1 }, 'title must be a string of 1 to 100 characters, got 1'],
    [{ title: '' }, 'title must be a string of 1 to 100 characters, got ""'],
    [{ websiteUrl: 'ftp://a.example' }, 'websiteUrl must be an http: or https: URL, got "ftp://a.example"'],
    [{ repository: [] }, 'repository must be an object, got an array'],
    [{ repository: { url, source: '' } }, 'repository.source must be a string of 1 to 256 characters, got ""'],
    [{ repository: { url, source: 'x', id: '' } }, 'repository.id must be a string of 1 to 256 characters, got ""'],
    [{ icons: [{ src: 'http://a' }] }, 'icons[0].src must be an https: or data: address, got "http://a"'],
    [{ icons: Array.from({ length: 101 }, () => ({ src })) }, 'icons must be at most 100 icons, got "more"'],
    [{ remotes: {} }, 'remotes must be an array, got an object'],
    [{ remotes: Array.from({ length: 101 }, () => ({})) }, 'remotes must be at most 100 items, got 101'],
    [remote({ type: 'stdio' }), 'remotes[0].type must be "streamable-http" or "sse", got "stdio"'],
    [
      remote({ supportedProtocolVersions: [''] }),
      'remotes[0].supportedProtocolVersions[0] must be a string of 1 to 64 characters, got ""',
    ],
    [remote({ headers: [{ name: 'a b' }] }), 'remotes[0].headers[0].name must be the name of a header, got "a b"'],
    [remote({ headers: [{ name: 'a:' }] }), 'remotes[0].headers[0].name must be the name of a header, got "a:"'],
    [remote({ headers: [{ name: '' }] }), 'remotes[0].headers[0].name must be a string of 1 to 256 characters, got ""'],
    [remote({ variables: [] }), 'remotes[0].variables must be an object, got an array'],
    [variable({ isRequired: 1 }), 'remotes[0].variables["v"].isRequired must be true or false, got 1'],
    [variable({ isSecret: 1 }), 'remotes[0].variables["v"].isSecret must be true or false, got 1'],
    [
      variable({ format: 'date' }),
      'remotes[0].variables["v"].format must be "string" or "number" or "boolean" or "filepath", got "date"',
    ],
    [variable({ default: 1 }), 'remotes[0].variables["v"].default must be a string of 0 to 2048 characters, got 1'],
    [
      variable({ choices: [1] }),
      'remotes[0].variables["v"].choices[0] must be a string of 0 to 2048 characters, got 1',
    ],
    [{ _meta: [] }, '_meta must be an object, got an array'],
    [{ _meta: { toJSON: () => 5 } }, '_meta must be an object, got 5'],
  ])('%j', (more, message) => {
    expect(() => read(more)).toThrow(new TypeError(`card.${message}`))
  })

  test('a card that is no object', () => {
    expect(() => readServerCard('x', null)).toThrow(new TypeError('x must be an object, got null'))
  })

  test('a map of more than 100 members, and a long name is cut', () => {
    const variables = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`v${index}`, {}]))
    expect(read(remote({ variables }))).toMatchObject(remote({ variables }))
    expect(() => read(remote({ variables: { ...variables, more: {} } }))).toThrow(
      new TypeError('card.remotes[0].variables must be at most 100 members, got 101'),
    )
    expect(() => read(remote({ variables: { ['v'.repeat(100)]: 1 } }))).toThrow(
      new TypeError(`card.remotes[0].variables["${'v'.repeat(64)}"] must be an object, got 1`),
    )
  })
})

describe('lengths', () => {
  test.each<[string, (length: number) => object, number]>([
    ['a name', (length) => ({ name: `a/${'b'.repeat(length - 2)}` }), 200],
    ['a version', (length) => ({ version: '1'.repeat(length) }), 255],
    ['a description', (length) => ({ description: 'd'.repeat(length) }), 100],
    ['a title', (length) => ({ title: 't'.repeat(length) }), 100],
    ['a website', (length) => ({ websiteUrl: `https://a.example/${'a'.repeat(length - 18)}` }), 2_048],
    ['a source', (length) => ({ repository: { url, source: 's'.repeat(length) } }), 256],
    ['a subfolder', (length) => ({ repository: { url, source: 's', subfolder: 'f'.repeat(length) } }), 1_024],
    ['an endpoint', (length) => ({ remotes: [{ type: 'sse', url: `https://${'a'.repeat(length - 8)}` }] }), 2_048],
  ])('%s may have so many characters', (_what, make, most) => {
    expect(read(make(most))).toMatchObject(make(most))
    expect(() => read(make(most + 1))).toThrow(TypeError)
  })

  test('a name has three characters at least', () => {
    expect(read({ name: 'a/b' })).toMatchObject({ name: 'a/b' })
  })
})

test.each(['1.2.3', '2025-11-25', 'v1', '1.0.0-next.1', '1.xy', 'max.1', '10'])('%s is a version', (version) => {
  expect(read({ version })).toMatchObject({ version })
})

test.each(['^1.2.3', '~1', '<2', '>=1', '=1', '1.*', '*', '1.x', 'x', 'X.1', '1.X.2'])('%s is a range', (version) => {
  expect(() => read({ version })).toThrow(
    new TypeError(`card.version must be a version, and not a range, got "${version}"`),
  )
})

test.each(['http://a', 'https://a/{b}', '{base}', '{_b1}/mcp', '{B}'])('%s is an endpoint', (each) => {
  expect(read({ remotes: [{ type: 'sse', url: each }] })).toMatchObject({ remotes: [{ url: each }] })
})

test.each(['a.example', '{1}', '{}', 'ftp://a', 'http:/a', ' http://a', 'http://', 'http://a b', '{b} c', '{b}\u0000'])(
  '%j is none',
  (each) => {
    expect(() => read({ remotes: [{ type: 'sse', url: each }] })).toThrow(
      new TypeError(
        `card.remotes[0].url must be an http: or https: URL, or one that begins with a {variable}, got ${JSON.stringify(each)}`,
      ),
    )
  },
)

test.each(['a', 'a/b', '.a', '..a', 'a..', 'a/.b', 'a b'])('%s is a folder of a repository', (subfolder) => {
  const repository = { url, source: 's', subfolder }
  expect(read({ repository })).toMatchObject({ repository })
})

test.each(['/a', '\\a', '..', '.', '../a', 'a/..', 'a/./b', 'a/../b', 'a\\b'])('%j is none', (subfolder) => {
  expect(() => read({ repository: { url, source: 's', subfolder } })).toThrow(
    new TypeError(`card.repository.subfolder must be a relative path, got ${JSON.stringify(subfolder)}`),
  )
})

test('the names of the extension', () => {
  expect(serverCardMimeType).toBe('application/mcp-server-card+json')
  expect(serverCardSchema).toBe('https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json')
})

test.each([
  ['https://a.example', 'https://a.example/server-card'],
  ['https://a.example/', 'https://a.example/server-card'],
  ['https://a.example/mcp', 'https://a.example/mcp/server-card'],
  ['https://a.example/mcp/?q=1#f', 'https://a.example/mcp/server-card'],
])('the card of %s is at %s', (endpoint, address) => {
  expect(serverCardUrl(endpoint)).toBe(address)
  expect(serverCardUrl(new URL(endpoint))).toBe(address)
})
