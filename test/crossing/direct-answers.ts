import type { Revision } from '../wire/revisions.js'
import { CrossingClient } from './crossing-client.js'
import { createCrossingServer } from './crossing-server.js'
import type { Feature } from './feature.js'
import { normalised } from './less.js'

const answers = new Map<string, Promise<unknown>>()

/** What a client of a revision gets from a server without anything between them. */
export function directAnswer(feature: Feature, revision: Revision): Promise<unknown> {
  const key = `${revision} ${feature.name}`
  let answer = answers.get(key)
  if (answer === undefined) {
    answer = playDirectly(feature, revision)
    answers.set(key, answer)
  }
  return answer
}

async function playDirectly({ play }: Feature, revision: Revision): Promise<unknown> {
  const server = createCrossingServer(revision)
  const client = await CrossingClient.connect(server, revision)
  const answer = normalised(await play(client, 'direct'))
  client.close()
  await server.close()
  return answer
}
