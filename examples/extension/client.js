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
console.log(await client.request('search/query', { words: 'red', limit: 1 }))
await client.close()
await server.close()
