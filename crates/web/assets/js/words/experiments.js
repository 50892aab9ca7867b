// Words of the area "experiments", in both languages.

export const en = {};

export const fa = {};
