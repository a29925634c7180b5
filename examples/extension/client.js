import { connect } from 'omniport/client'
import { searchId } from './search-extension.js'
import { server } from './server.js'

const client = await connect(server, {
  extensions: {
    [searchId]: {
      nameParams: { 'search/query': 'words' },
      notifications: { 'notifications/search/counted': ({ words, count }) => console.log(`${count} × ${words}`) },
    },
  },
})
console.log(client.capabilities.extensions)
const { hits } = await client.request('search/query', { words: 'red', limit: 1 })
console.log(hits)
await client.close()
await server.close()
