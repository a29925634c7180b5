export type { ContractCheck, ContractOptions } from '../store/contracts/bind-checks.js'
export { blobsContract } from '../store/contracts/blobs.contract.js'
export { type BusContractOptions, busContract } from '../store/contracts/bus.contract.js'
export { type EventLogContractOptions, eventLogContract } from '../store/contracts/event-log.contract.js'
export { inboxContract } from '../store/contracts/inbox.contract.js'
export { recordsContract } from '../store/contracts/records.contract.js'
export { tasksContract } from '../store/contracts/tasks.contract.js'
export { assertNoLeaks, type LeakOptions } from '../testing/assert-no-leaks.js'
export type { ChannelMessage, Fault } from '../testing/channel/fault.js'
export { openTestChannel, type TestChannel, type TestChannelOptions } from '../testing/channel/open-test-channel.js'
export { type FuzzOptions, type FuzzProblem, type FuzzReport, fuzzTools } from '../testing/fuzz/fuzz-tools.js'
export { type Scripted, scripted } from '../testing/scripted.js'
export { type ScriptedSample, scriptedSample } from '../testing/scripted-sample.js'
export type {
  MessageStreams,
  TransportChannel,
  TransportContractOptions,
} from '../testing/transport/transport-channel.js'
export { transportContract } from '../testing/transport/transport-contract.js'
