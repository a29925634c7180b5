export { type Scripted, scripted } from '../testing/scripted.js'
