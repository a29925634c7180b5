import { describe, expect, test } from 'vitest'
import type { MessageRecord, OperationRequest } from '../contract.js'
import { isSentBy, titleOf } from './describe-request.js'

const server = 's'
const call: OperationRequest = { kind: 'call', server, tool: 'add', args: {} }
const read: OperationRequest = { kind: 'read', server, uri: 'a:b' }
const get: OperationRequest = { kind: 'get', server, prompt: 'hello', args: {} }
const loadSkill: OperationRequest = { kind: 'load-skill', server, uri: 'skill:x' }
const readSkillFile: OperationRequest = { kind: 'read-skill-file', server, uri: 'skill:x', path: 'a/b.md' }
const loadApp: OperationRequest = { kind: 'load-app', server, tool: 'map' }
const wire: OperationRequest = { kind: 'wire', server, tool: 'add', args: {} }
const ping: OperationRequest = { kind: 'ping', server }
const raw: OperationRequest = { kind: 'raw', server, method: 'x/y' }

test.each<[OperationRequest, string]>([
  [call, 'add'],
  [read, 'a:b'],
  [get, 'hello'],
  [loadSkill, 'skill:x'],
  [readSkillFile, 'a/b.md'],
  [loadApp, 'map'],
  [wire, 'add'],
  [ping, 'ping'],
  [raw, 'x/y'],
])('the title of %j is %s', (request, title) => {
  expect(titleOf(request)).toBe(title)
})

describe('an operation sends', () => {
  const sent = (method?: string, name?: string): MessageRecord => ({
    ...{ seq: 1, at: 0, server, connection: 1, transport: 'stdio', from: 'client', kind: 'request', bytes: 0 },
    ...(method !== undefined && { method }),
    ...(name !== undefined && { name }),
    isFailure: false,
  })

  test.each<[OperationRequest, string, string | undefined, boolean]>([
    [call, 'tools/call', 'add', true],
    [call, 'tools/call', 'other', false],
    [call, 'prompts/get', 'add', false],
    [read, 'resources/read', 'a:b', true],
    [read, 'resources/read', 'a:c', false],
    [read, 'tools/call', 'a:b', false],
    [get, 'prompts/get', 'hello', true],
    [get, 'prompts/get', 'other', false],
    [get, 'tools/call', 'hello', false],
    [loadSkill, 'skills/get', 'x', true],
    [loadSkill, 'resources/read', 'skill:x', true],
    [loadSkill, 'tools/call', 'x', false],
    [readSkillFile, 'skills/get', 'x', true],
    [readSkillFile, 'resources/read', 'skill:a/b.md', true],
    [readSkillFile, 'prompts/get', undefined, false],
    [loadApp, 'resources/read', 'ui://map', true],
    [loadApp, 'tools/call', 'map', false],
    [ping, 'ping', undefined, true],
    [ping, 'server/discover', undefined, true],
    [ping, 'tools/list', undefined, false],
    [wire, 'tools/call', 'add', false],
    [raw, 'x/y', undefined, true],
    [raw, 'x/z', undefined, false],
  ])('%j: %s of %s: %s', (request, method, name, expected) => {
    expect(isSentBy(request, undefined, sent(method, name))).toBe(expected)
  })

  test('what is about its task, and nothing about another', () => {
    expect(isSentBy(call, 't1', sent('tasks/get', 't1'))).toBe(true)
    expect(isSentBy(wire, 't1', sent('tasks/cancel', 't1'))).toBe(true)
    expect(isSentBy(call, 't1', sent('tasks/get', 't2'))).toBe(false)
    expect(isSentBy(call, 't1', sent('other/tasks/', 't1'))).toBe(false)
    expect(isSentBy(call, undefined, sent('tasks/get', 't1'))).toBe(false)
    expect(isSentBy(call, 't1', sent('tools/call', 'add'))).toBe(true)
  })

  test('nothing that has no method or no name', () => {
    expect(isSentBy(call, undefined, sent('tools/call'))).toBe(false)
    expect(isSentBy(call, 't1', sent())).toBe(false)
    expect(isSentBy(raw, undefined, sent())).toBe(false)
  })
})
