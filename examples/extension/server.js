import { createServer, tool } from 'omniport'
import { Library } from './library.js'
import { createSearchExtension, searchId } from './search-extension.js'

const library = new Library(['a red house', 'a red boat', 'a green boat'])

/** A library that clients can search if they know how, and add to in any case. */
export const server = createServer({
  name: 'library',
  version: '1.0.0',
  extensions: { [searchId]: createSearchExtension(library) },
  tools: {
    add: tool({
      description: 'Adds a text',
      input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      run: ({ text }) => library.add(text),
    }),
  },
})
