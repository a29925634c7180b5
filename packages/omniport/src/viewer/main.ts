import { Viewer } from './viewer.js'

new Viewer()
