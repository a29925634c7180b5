import { conversationProblems, type RecordedMessage } from '../../packages/omniport/src/wire/conversation-problems.js'

/** The messages between one client and one server. */
export interface Recorder {
  /** All that was recorded, in order. */
  readonly messages: readonly RecordedMessage[]
  record(recorded: RecordedMessage): void
  /** Throws one `Error` that names every problem of the conversation. */
  assertValid(): void
}

/** Creates a recorder with nothing in it; one per connection, since ids are unique only there. */
export function createRecorder(): Recorder {
  const messages: RecordedMessage[] = []
  return {
    messages,
    record: (recorded) => void messages.push(recorded),
    assertValid() {
      const problems = conversationProblems(messages).map(({ index, text }) => {
        const { from, revision } = messages[index] as RecordedMessage
        return `#${index} ${from} ${revision} ${text}`
      })
      if (problems.length > 0) throw new Error(`the wire has ${problems.length} problem(s):\n${problems.join('\n')}`)
    },
  }
}
