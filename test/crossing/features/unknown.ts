import type { Feature } from '../feature.js'

const nested = { list: [1, 'two', null], constructor: true }

/** What no revision names. */
export const unknownFeatures: readonly Feature[] = [
  {
    name: '_meta',
    play: async (client) => {
      const _meta = { 'com.example/trace': { id: 7, list: [null] }, 'com.example/flag': true }
      const { result } = await client.request('tools/call', { name: 'marked', arguments: {}, _meta })
      return result?.['_meta']
    },
  },
  {
    name: 'unknown field',
    play: async (client) => {
      const { result } = await client.request('tools/call', { name: 'marked', arguments: {}, 'x-more': nested })
      return result
    },
  },
  {
    name: 'unknown method',
    play: async (client) => [
      await client.request('com.example/echo', { words: 'hello', nested }),
      await client.request('com.example/nothing'),
      await client.request('nothing/at-all'),
    ],
  },
  {
    name: 'error data',
    play: async (client) => [await client.request('com.example/refuse'), await client.callTool('refuse')],
  },
]
