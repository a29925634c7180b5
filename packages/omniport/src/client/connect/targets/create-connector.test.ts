import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { describe, expect, test } from 'vitest'
import type { ClientServices } from '../../client-services.js'
import { createConnector } from './create-connector.js'
import { memberWithNul } from './member-with-nul.js'
import type { Target } from './target.js'

const forms = 'a URL, { url }, { command, args?, env?, cwd? }, a server or { serve }, or { readable, writable }'
const create = (target: unknown, services: object = {}) =>
  createConnector(target as Target, { services: services as ClientServices, wire: false })

describe('a target', () => {
  test.each([
    [
      'a program',
      { command: 'node', args: ['a.js'], cwd: '/a' },
      { network: { transport: 'stdio' }, reopens: true, key: '["node",["a.js"],"/a"]' },
    ],
    ['a program alone', { command: 'node' }, { reopens: true, key: '["node",[],null]' }],
    ['a server', { serve: async () => undefined }, { network: { transport: 'memory' }, reopens: false }],
    [
      'two streams',
      { readable: new ReadableStream(), writable: new WritableStream() },
      { network: { transport: 'stdio' }, reopens: false },
    ],
  ])('may be %s', (_name, target, expected) => {
    expect(create(target)).toMatchObject(expected)
  })

  test('that is a server has no key', () => {
    expect(create({ serve: async () => undefined }).key).toBeUndefined()
  })

  test.each([
    ['nothing', undefined, `connect: target must be ${forms}, got undefined`],
    ['null', null, `connect: target must be ${forms}, got null`],
    ['a number', 5, `connect: target must be ${forms}, got 5`],
    ['an empty object', {}, `connect: target must be ${forms}, got an object`],
    ['half of a stream', { readable: {} }, `connect: target must be ${forms}, got an object`],
    ['streams that are none', { readable: {}, writable: null }, `connect: target must be ${forms}, got an object`],
    ['a server whose serve is none', { serve: 'x' }, `connect: target must be ${forms}, got an object`],
    ['a program without a name', { command: '' }, 'connect: target.command must be a string that is not empty, got ""'],
    ['a program of a number', { command: 5 }, 'connect: target.command must be a string that is not empty, got 5'],
    ['a program with one argument', { command: 'a', args: 'b' }, 'connect: target.args must be an array of strings'],
    [
      'a program with an environment that is none',
      { command: 'a', env: 'b' },
      'connect: target.env must be an object of strings',
    ],
    [
      'a program with the environment null',
      { command: 'a', env: null },
      'connect: target.env must be an object of strings',
    ],
    ['a program with a folder that is none', { command: 'a', cwd: 5 }, 'connect: target.cwd must be a string, got 5'],
    ['a program with a NUL', { command: 'a', args: ['b\0'] }, 'connect: target.args[0] must not hold a NUL character'],
    [
      'a program with another member',
      { command: 'a', arg: [] },
      'connect: target: there is no option "arg"; did you mean "args"? The options are command, args, env, cwd',
    ],
    [
      'an address with another member',
      { url: 'https://a.example', header: {} },
      'connect: target: there is no option "header"; did you mean "headers"? The options are url, headers',
    ],
    [
      'an address of a file of settings',
      { type: 'http', url: 'https://a.example' },
      'connect: target: there is no option "type"; leave it out: "url" or "command" says what the server is. The options are url, headers',
    ],
    [
      'a program of a file of settings',
      { type: 'stdio', command: 'a' },
      'connect: target: there is no option "type"; leave it out: "url" or "command" says what the server is. The options are command, args, env, cwd',
    ],
    [
      'an address with the options of fetch',
      { url: 'https://a.example', requestInit: {} },
      'connect: target: there is no option "requestInit"; use "headers". The options are url, headers',
    ],
    [
      'an object with other members',
      { program: 'a' },
      'connect: target: there is no option "program". The options are command, args, env, cwd, url, headers',
    ],
  ])('may not be %s', (_name, target, message) => {
    expect(() => create(target)).toThrow(new TypeError(message))
  })

  test.each([
    ['McpServer', new McpServer({ name: 's', version: '1' })],
    ['Server', new McpServer({ name: 's', version: '1' }).server],
    ['Client', new Client({ name: 'c', version: '1' })],
    ['StdioClientTransport', new StdioClientTransport({ command: 'node' })],
    ['StreamableHTTPClientTransport', new StreamableHTTPClientTransport(new URL('http://localhost/mcp'))],
  ])('may not be a %s of the official SDK', (_name, target) => {
    expect(() => create(target)).toThrow(
      new TypeError(`connect: target must be ${forms}, got an object of the official SDK`),
    )
  })

  test.each([
    ['a program', { command: 'node' }],
    ['a server', { serve: async () => undefined }],
  ])('that is %s takes no credentials', (_name, target) => {
    expect(() => create(target, { authorization: {} })).toThrow(
      new TypeError(
        'connect: auth is for http: and https: addresses; other servers are given their credentials as they start',
      ),
    )
  })
})

test.each([
  ['nothing', { command: 'a' }, undefined],
  ['its name', { command: 'a\0' }, 'command'],
  ['an argument', { command: 'a', args: ['b', 'c\0'] }, 'args[1]'],
  ['a variable', { command: 'a', env: { TOKEN: 'x\0' } }, 'env.TOKEN'],
  ['the name of a variable', { command: 'a', env: { 'TO\0KEN': 'x' } }, 'env.TOKEN'],
  ['its folder', { command: 'a', cwd: '/\0' }, 'cwd'],
])('a NUL in %s of a program is found', (_name, command, member) => {
  expect(memberWithNul(command)).toBe(member)
})
