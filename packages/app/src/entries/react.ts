export type { Theme } from '../messages/display.js'
