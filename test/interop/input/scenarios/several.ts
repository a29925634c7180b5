import type { Peer } from '../../peers.js'
import { asText, wordsOf } from './as-text.js'
import { isSdk2, type Scenario, type Stage } from './scenario.js'
import { notify } from './tell.js'

/** More than one question, and questions of prompts and resources. */
export const severalScenarios: readonly Scenario[] = [
  {
    name: 'two are asked at once',
    play: async ({ driver, respondent }) => {
      respondent.begin(asText((message) => `${message} Yes`))
      return [await notify(driver, 'both'), respondent.asked.map(wordsOf).sort()]
    },
    expected: () => [
      ['First? Yes', 'Second? Yes'],
      ['First?', 'Second?'],
    ],
  },
  {
    name: 'calls that ask at the same time get their own answers',
    play: async ({ driver, respondent }) => {
      respondent.begin(asText((message) => (message === 'Which number?' ? '7' : message)))
      const calls = ['guess', 'both', 'where', 'guess'].map((tool) => notify(driver, tool))
      return [await Promise.all(calls), respondent.asked.map(wordsOf).sort()]
    },
    expected: () => [
      [1, ['First?', 'Second?'], [{ uri: 'file:///home/ann', name: 'home' }], 1],
      ['First?', 'Second?', 'Which number?', 'Which number?'],
    ],
  },
  {
    name: 'the same is asked until the answer is right',
    play: async ({ driver, respondent }) => {
      const answers = ['3', '5', '7']
      respondent.begin(asText(() => answers.shift() ?? ''))
      return [await notify(driver, 'guess'), respondent.asked.map(wordsOf)]
    },
    expected: () => [3, ['Which number?', 'Which number?', 'Which number?']],
  },
  {
    name: 'what is done once is done once, however often is asked',
    isFor: ({ isOurServer }) => isOurServer,
    play: async ({ driver, respondent }) => {
      respondent.begin(asText((message) => message))
      const [first, second] = [(await notify(driver, 'pay')) as Paid, (await notify(driver, 'pay')) as Paid]
      return [second.count - first.count, second.count === second.paid, second.answers]
    },
    expected: () => [1, true, ['Rating?', 'Why?']],
  },
  {
    name: 'a prompt asks',
    play: async ({ driver, respondent }) => {
      respondent.begin(asText(() => 'Bob'))
      return [(await driver.getPrompt('letter', {}))['messages'], respondent.asked.map(wordsOf)]
    },
    expected: () => [[{ role: 'user', content: { type: 'text', text: 'Dear Bob' } }], ['To whom?']],
  },
  {
    name: 'a call is given up while somebody thinks about its question, and both learn of it',
    // Behind a gateway, each call of a modern client has a legacy program of its own, which nobody can ask later.
    isFor: ({ clientName, name }) => clientName !== '2.4.0' || name === '2.4.0',
    play: giveUp,
    expected: (peer) => ['rejected', 'aborted', ...(tellsOfIt(peer) ? ['cancelled'] : [])],
  },
]

interface Paid {
  readonly count: number
  readonly paid: number
  readonly answers: readonly string[]
}

async function giveUp({ driver, respondent, peer }: Stage): Promise<unknown> {
  const controller = new AbortController()
  const thinking = new Promise<string>((resolve) => {
    const think = (_question: unknown, signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          resolve('aborted')
          reject(signal.reason)
        })
        controller.abort(new Error('enough'))
      })
    respondent.begin({ form: think, model: think })
  })
  const call = driver.callTool('unhurried', {}, { signal: controller.signal })
  const outcome = await call.catch(() => 'rejected')
  const thought = await thinking
  return [outcome, thought, ...(tellsOfIt(peer) ? [await notify(driver, 'cancelled')] : [])]
}

/** A run that asked by a result is over. Where nobody can come back for a question, our client takes it along when it leaves. */
function tellsOfIt(peer: Peer): boolean {
  if (peer.isBothOurs === true && peer.hasSession === false) return false
  return peer.revision < '2026-07-28' && (peer.isOurServer || !isSdk2(peer))
}
