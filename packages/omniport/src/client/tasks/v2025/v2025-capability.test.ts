import { expect, test } from 'vitest'
import { profileOf } from '../../../protocol/revisions/revision-profile.js'
import { v2025TaskCapability } from './v2025-capability.js'

const call = { tools: { call: {} } }
const nothing = { calls: false, cancels: false }

test.each<[string, Readonly<Record<string, unknown>>, object]>([
  ['calls and cancellation', { tasks: { requests: call, cancel: {} } }, { calls: true, cancels: true }],
  ['calls alone', { tasks: { requests: call } }, { calls: true, cancels: false }],
  ['cancellation alone', { tasks: { cancel: {} } }, { calls: false, cancels: true }],
  ['tasks of other requests', { tasks: { requests: { sampling: { createMessage: {} } } } }, nothing],
  ['tools without calls', { tasks: { requests: { tools: {} } } }, nothing],
  ['flags instead of objects', { tasks: { requests: { tools: { call: true } }, cancel: true } }, nothing],
  ['text instead of requests', { tasks: { requests: 'tools' } }, nothing],
  ['a flag instead of tasks', { tasks: true }, nothing],
  ['nothing about tasks', { tools: {} }, nothing],
])('a server of 2025-11-25 that declares %s', (_what, capabilities, decoded) => {
  expect(v2025TaskCapability(capabilities, profileOf('2025-11-25'))).toEqual(decoded)
})

test.each(['2025-06-18', '2026-07-28'] as const)(
  'a server of %s has no such tasks, whatever it declares',
  (revision) => {
    expect(v2025TaskCapability({ tasks: { requests: call, cancel: {} } }, profileOf(revision))).toEqual(nothing)
  },
)
