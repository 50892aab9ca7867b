// Specs on the page: long ones are broken where a setting ends, and nowhere else.

import { h } from './elements.js';

/** The parts of a spec, with a place to break the line after each comma and colon. */
export const breakable = (spec) => spec.split(/(?<=[,:])/).flatMap((part, k) => (k ? [h('wbr'), part] : [part]));
