export { type Scripted, scripted } from '../testing/scripted.js'
export { type ScriptedSample, scriptedSample } from '../testing/scripted-sample.js'
