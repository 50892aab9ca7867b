// Specs on the page: long ones break after a setting, and nowhere else.

import { h } from './elements.js';

/** @import { Child } from '../../../types/pages' */

/**
 * The parts of a spec, with a line-break opportunity after each comma and colon.
 * @param {string} spec
 * @returns {Child[]}
 */
export const breakable = (spec) => spec.split(/(?<=[,:])/).flatMap((part, k) => (k ? [h('wbr'), part] : [part]));
