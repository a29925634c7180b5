import { extensionMethod } from 'omniport/protocol'

/** What both sides know the extension by: a name under a domain of yours. What breaks clients gets another one. */
export const searchId = 'com.example/search'

/** Full-text search over what a library holds, for servers. */
export function createSearchExtension(library) {
  return {
    settings: { maxHits: 20 },
    methods: {
      'search/query': extensionMethod({
        params: {
          type: 'object',
          properties: { words: { type: 'string', minLength: 1 }, limit: { type: 'integer', maximum: 20, default: 5 } },
          required: ['words'],
        },
        nameParam: 'words',
        serve({ words, limit }, ctx) {
          const hits = library.find(words)
          ctx.notify('notifications/search/counted', { words, count: hits.length })
          return { hits: hits.slice(0, limit) }
        },
      }),
    },
    listen: {
      searchWords: {
        honour: (asked) => (typeof asked === 'string' && asked !== '' ? asked : undefined),
        deliver(words, ctx) {
          const stop = library.onAdd((text) => {
            if (text.includes(words)) ctx.notify('notifications/search/found', { words, text })
          })
          ctx.signal.addEventListener('abort', stop)
        },
      },
    },
  }
}
