import { expect, test } from 'vitest'
import { closeSingles } from './close-singles.js'
import type { UpstreamConnection } from './upstream-connection.js'

test('the connections of one message are closed, but for those that hold a task', () => {
  const closed: string[] = []
  const connectionOf = (name: string, hasTasks: boolean) => {
    const close = async () => void closed.push(name)
    return [name, { hasTasks, close } as unknown as UpstreamConnection] as const
  }
  closeSingles(new Map([connectionOf('a', false), connectionOf('b', true), connectionOf('c', false)]))
  expect(closed).toEqual(['a', 'c'])
})
