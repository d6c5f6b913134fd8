/*
 * What one of each unit of a food weighs, in grams, worked out by hand from the portions of the catalogue: null where a food
 * has no portion by volume. Weights are the same for all. Portions are written as people write them.
 */

type Weights = readonly [
  ml: number | null,
  flOz: number | null,
  cup: number | null,
  tbsp: number | null,
  tsp: number | null
]

/** Foods by kind: their ids, the weights of volumes, and of portions. */
export const WEIGHED: Readonly<
  Record<string, ReadonlyArray<readonly [id: string, volumes: Weights, portions: Readonly<Record<string, number>>]>>
> = {
  dairy: [
    ["food_fndds_11111000", [1.031, 30.5, 244, 15.25, 5.0833], { "school carton": 244 }],
    ["food_fndds_11113000", [1.031, 30.5, 244, 15.25, 5.0833], { "School Cartons": 244 }],
    [
      "food_fndds_11411010",
      [1.0208, 30.625, 245.0, 15.3125, 5.1042],
      { container: 170, "6 oz container": 170, "4 oz containers": 113 }
    ],
    ["food_fndds_12130100", [1.014, 30, 240, 15, 5], {}],
    ["food_fndds_14200100", [0.875, 26.25, 210.0, 13.125, 4.375], {}],
    [
      "food_fndds_13110000",
      [0.5625, 16.875, 135.0, 8.4375, 2.8125],
      { slice: 66, "individual containers": 75, "small ice cream cup": 120 }
    ]
  ],
  drinks: [
    ["food_fndds_61210000", [1.048, 31.0, 248.0, 15.5, 5.1667], { "juice box/pouch": 209, "fun size box": 131 }],
    ["food_fndds_92101000", [1.014, 30, 240, 15, 5], { small: 360, large: 600, "small pot": 600 }],
    ["food_fndds_92410310", [1.048, 31.0, 248.0, 15.5, 5.1667], { can: 372, cans: 372, "large drink": 744 }],
    ["food_fndds_93101000", [1.014, 30, 240, 15, 5], { bottle: 1200, "can or bottle": 360 }],
    ["food_sr28_14096", [0.994, 29.4, 235.2, 14.7, 4.9], {}],
    ["food_fndds_94000010", [1.014, 30, 240, 15, 5], {}]
  ],
  bread: [
    [
      "food_sr28_18069",
      [0.1875, 5.625, 45.0, 2.8125, 0.9375],
      { slice: 29, SLICES: 29, "slice, large": 30, "cup, cubes": 35 }
    ],
    ["food_sr28_18070", [0.1875, 5.625, 45.0, 2.8125, 0.9375], { slice: 22, "cup, cubes": 42 }],
    [
      "food_fndds_51180010",
      [null, null, null, null, null],
      { regular: 105, small: 69, "Bagel Thins": 46, miniature: 26 }
    ],
    ["food_fndds_52215000", [null, null, null, null, null], { medium: 28, "extra large": 65 }],
    [
      "food_fndds_51166000",
      [null, null, null, null, null],
      { "medium croissants": 57, "crescent roll": 28, "mini croissant": 28 }
    ],
    ["food_fndds_55100005", [null, null, null, null, null], { "medium pancake": 50, "silver dollar pancakes": 20 }]
  ],
  fruit: [
    ["food_fndds_63101000", [0.5208, 15.625, 125.0, 7.8125, 2.6042], { medium: 200, slices: 25, small: 165 }],
    [
      "food_fndds_63107010",
      [0.625, 18.75, 150.0, 9.375, 3.125],
      { banana: 126, bananas: 126, slice: 6, "cup, mashed": 225 }
    ],
    ["food_fndds_63223020", [0.625, 18.75, 150.0, 9.375, 3.125], { fruit: 18 }],
    ["food_fndds_63123000", [0.625, 18.75, 150.0, 9.375, 3.125], { grapes: 7 }],
    [
      "food_fndds_63105010",
      [0.625, 18.75, 150.0, 9.375, 3.125],
      { slice: 15, fruit: 150, "cup, mashed or pureed": 230 }
    ],
    ["food_fndds_61119010", [0.75, 22.5, 180.0, 11.25, 3.75], { fruit: 154, "section/slice": 15 }]
  ],
  vegetables: [
    ["food_fndds_73101010", [0.5, 15.0, 120.0, 7.5, 2.5], { "baby carrots": 10, "strip/stick": 10 }],
    ["food_fndds_72201100", [0.375, 11.25, 90.0, 5.625, 1.875], { floweret: 10, piece: 10 }],
    [
      "food_fndds_74101000",
      [0.75, 22.5, 180.0, 11.25, 3.75],
      { whole: 125, slice: 20, cherry: 17, "grape tomatoes": 8 }
    ],
    ["food_fndds_75117020", [0.6667, 20.0, 160.0, 10.0, 3.3333], { ring: 5, slice: 15 }],
    ["food_fndds_72125100", [0.1042, 3.125, 25.0, 1.5625, 0.5208], { leaf: 10, leaves: 10, "baby leaves": 0.6 }],
    ["food_fndds_75111000", [0.5, 15.0, 120.0, 7.5, 2.5], { stick: 10, "piece/slices": 10 }]
  ],
  grains: [
    ["food_fndds_56130000", [0.5833, 17.5, 140.0, 8.75, 2.9167], { "cup, cooked": 140 }],
    ["food_fndds_56202960", [1.0, 30.0, 240.0, 15.0, 5.0], { "cups, cooked": 240 }],
    ["food_fndds_57602100", [0.3333, 10.0, 80.0, 5.0, 1.6667], {}],
    ["food_fndds_56204000", [0.7083, 21.25, 170.0, 10.625, 3.5417], { "cup cooked": 170 }],
    ["food_sr28_20129", [0.5708, 17.125, 137.0, 8.5625, 2.8542], { "cup unsifted, dipped": 137 }],
    ["food_sr28_20080", [0.5, 15.0, 120.0, 7.5, 2.5], {}]
  ],
  "meat, fish, eggs": [
    [
      "food_fndds_24120110",
      [0.5625, 16.875, 135.0, 8.4375, 2.8125],
      { breast: 130, "medium slice": 60, "oz, cooked": 28.35 }
    ],
    ["food_fndds_26137110", [0.5625, 16.875, 135.0, 8.4375, 2.8125], { "small fillet": 140, steaks: 210 }],
    ["food_fndds_21500100", [0.5208, 15.625, 125.0, 7.8125, 2.6042], {}],
    [
      "food_sr28_01123",
      [1.0125, 30.375, 243.0, 15.1875, 5.0625],
      { large: 50, medium: 44, "Extra Large": 56, jumbo: 63 }
    ],
    ["food_fndds_26155110", [0.5625, 16.875, 135.0, 8.4375, 2.8125], { pouch: 75, "standard cans": 115 }],
    ["food_sr28_01128", [null, null, null, null, null], { large: 46 }]
  ],
  "nuts, fats": [
    ["food_fndds_42100100", [0.5875, 17.625, 141.0, 8.8125, 2.9375], { nut: 1.2, "100 calorie package": 18 }],
    ["food_fndds_42202000", [1.0667, 32.0, 256.0, 16.0, 5.3333], { "single serving": 45 }],
    ["food_fndds_42116000", [0.5, 15.0, 120.0, 7.5, 2.5], { nuts: 2 }],
    ["food_fndds_82104000", [0.9333, 28.0, 224, 14.0, 4.6667], {}],
    ["food_fndds_81100500", [0.9333, 28.0, 224, 14.0, 4.6667], { pats: 7, pat: 7 }],
    [
      "food_fndds_43102400",
      [0.1917, 5.75, 46.0, 2.875, 0.9583],
      { "cup, without shell": 144, "oz, without shell": 28.35 }
    ]
  ],
  "sweets, snacks": [
    ["food_fndds_91302010", [1.3333, 40.0, 320.0, 20, 6.6667], { "single serving container": 14 }],
    ["food_fndds_91306030", [1.3333, 40.0, 320.0, 20.0, 6.6667], { "individual container": 70 }],
    [
      "food_fndds_53206000",
      [null, null, null, null, null],
      { "medium cookie": 30, "medium cookies": 30, "small bar": 25 }
    ],
    ["food_fndds_71200010", [0.1042, 3.125, 25.0, 1.5625, 0.5208], { chip: 2, chips: 2 }],
    ["food_sr28_19340", [0.6, 18.0, 144.0, 9.0, 3.0], { piece: 28 }],
    ["food_fndds_41810250", [0.4667, 14.0, 112.0, 7.0, 2.3333], {}]
  ],
  dishes: [
    [
      "food_fndds_58106210",
      [null, null, null, null, null],
      { slice: 119, pieces: 119, "medium pizza": 691, 'small pizza (8-10" diameter)': 480, "slice, small pizza": 80 }
    ],
    ["food_fndds_27510521", [null, null, null, null, null], { hamburger: 145, Hamburgers: 145 }],
    [
      "food_fndds_58130011",
      [1.0417, 31.25, 250.0, 15.625, 5.2083],
      { 'piece (1/6 of 8" square, approx 2-1/2" x 4")': 206 }
    ],
    ["food_fndds_58403040", [1.036, 30.625, 245.0, 15.3125, 5.1042], {}],
    ["food_fndds_58102300", [0.5, 15.0, 120.0, 7.5, 2.5], { small: 220, miniature: 110 }],
    ["food_fndds_58151100", [0.625, 18.75, 150.0, 9.375, 3.125], { pieces: 30 }]
  ]
}
